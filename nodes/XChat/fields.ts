/** Defines the fields that several resources share. */
import { formList, json, number, options } from '../shared/fields';
import { InvalidValue, user, type Field } from '../shared/operation/operation';

export const read = user('dm.read', 'tweet.read', 'users.read');
export const write = user('dm.write', 'tweet.read', 'users.read');

/** SHA-256 of a public key in Base64URL, as X's clients show it. */
export const FINGERPRINT = /^[\w-]{43}$/;

const object = json({
	placeholder:
		'e.g. [{ "message_id": "…", "encoded_message_event_detail": "…", "message_event_signature": {} }]',
	description:
		'Signed actions as a JSON list, made with X’s Chat XDK. X does not document what to sign for this change, so the node cannot.',
});

const signatures: Field<object[]> = {
	label: 'Action Signatures',
	...(object.property && { property: object.property }),
	encode: (value, context) => {
		const encoded = object.encode(value, context);
		if (encoded === undefined) return undefined;
		if (Array.isArray(encoded)) return encoded as object[];
		throw new InvalidValue('type', 'must be a JSON list of signed actions');
	},
};

/** Signatures of one change that the user made elsewhere. */
const brought = { ...signatures, place: 'body' as const };
export const broughtSignatures = options({ action_signatures: brought });
export const signaturesOfCapture = options({
	blocking_action_signatures: brought,
	detection_action_signatures: brought,
});

/** What the user has compared, of people who have other public keys than before. */
export const acceptedFingerprints = options({
	acceptedFingerprints: formList({
		pattern: FINGERPRINT,
		shape: 'a fingerprint of 43 letters, digits, - and _',
		description:
			'Fingerprints of people who have other public keys than before, separated by commas, once you have compared each with the person. Other changes still stop.',
	}),
});

const duration = number({ min: 1, default: 86_400, description: 'How long messages can be read' });

/** A time in seconds. X takes it in milliseconds, as text. */
export const disappearAfter: Field<string> = {
	label: 'Disappear After (Seconds)',
	name: 'ttl_seconds',
	...(duration.property && { property: duration.property }),
	encode: (value, context) => {
		const seconds = duration.encode(value, context);
		return seconds === undefined ? undefined : String(seconds * 1000);
	},
};
