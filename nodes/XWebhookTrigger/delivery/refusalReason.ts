import { SIGNING, type SignatureVerdict } from '../signature';

/** Says for the log why a delivery is refused: which signature header it has, and which secret that belongs to. */
export function refusalReason(verdict: Exclude<SignatureVerdict, { outcome: 'noSecret' }>): string {
	if (verdict.outcome === 'missing') return 'its signature is missing';
	const { header, secret } = SIGNING[verdict.scheme];
	switch (verdict.outcome) {
		case 'malformed':
			return `its signature is malformed, or there are several (header ${header})`;
		case 'unverifiable':
			return `its signature cannot be verified: it has the header ${header} alone, and the credential has no ${secret}. Enter it there`;
		default:
			return `its signature is wrong (header ${header}, verified with the ${secret})`;
	}
}
