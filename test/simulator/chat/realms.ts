/**
 * The servers of a backup behind a PIN, called realms, by Juicebox's published protocol:
 * https://github.com/juicebox-systems/juicebox-sdk (rust/realm/api, rust/oprf; read on 2026-11-22). They are realms in
 * software, which speak as much of plain CBOR (https://www.rfc-editor.org/rfc/rfc8949) as is here; two of X's own speak
 * the same inside of Noise. Browsers of any site may ask them, as Juicebox's own programs answer: juicebox-software-realm
 * (router/router.go) and juicebox-hsm-realm (load_balancer/src/load_balancer.rs), read on 2026-11-24.
 */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import sodium from 'libsodium-wrappers-sumo';
import { pick } from 'lodash';
import { isReady } from './cipher';

type Cbor = number | string | Buffer | { readonly [name: string]: Cbor };

const head = (kind: number, size: number): Buffer => {
	if (size < 24) return Buffer.from([(kind << 5) | size]);
	if (size < 256) return Buffer.from([(kind << 5) | 24, size]);
	return Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
};

function encode(value: Cbor): Buffer {
	if (typeof value === 'number') return head(0, value);
	if (typeof value === 'string')
		return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
	const members = Object.entries(value);
	const written = members.flatMap(([name, member]) => [encode(name), encode(member)]);
	return Buffer.concat([head(5, members.length), ...written]);
}

function decode(bytes: Buffer): Cbor {
	let at = 0;
	const read = (): Cbor => {
		const [kind, low] = [(bytes[at] ?? 0) >> 5, (bytes[at] ?? 0) & 31];
		at++;
		if (low > 25) throw new RangeError(`a length of the form ${low}`);
		const width = low < 24 ? 0 : low - 23;
		const size = width === 0 ? low : bytes.readUIntBE(at, width);
		at += width;
		if (kind === 0) return size;
		if (kind === 5) return Object.fromEntries(Array.from({ length: size }, () => [read() as string, read()]));
		const content = bytes.subarray(at, (at += size));
		if (kind !== 2 && kind !== 3) throw new RangeError(`the type ${kind}`);
		return kind === 2 ? Buffer.from(content) : content.toString();
	};
	return read();
}

type Members = Readonly<Record<string, Cbor>>;

/** What a realm keeps of a person. */
interface Registration extends Members {
	readonly version: Buffer;
	readonly oprf_private_key: Buffer;
	readonly oprf_signed_public_key: Members;
	readonly unlock_key_commitment: Buffer;
	readonly unlock_key_tag: Buffer;
	readonly policy: { readonly num_guesses: number };
}

/** Evaluates the function, and proves that it was the registered key: rust/oprf/src/dleq.rs. */
function evaluate(privateKey: Buffer, publicKey: Buffer, blinded: Buffer): Members {
	const times = (scalar: Uint8Array) => sodium.crypto_scalarmult_ristretto255(scalar, blinded);
	const output = times(privateKey);
	const secret = sodium.crypto_core_ristretto255_scalar_random();
	const commitments = [sodium.crypto_scalarmult_ristretto255_base(secret), times(secret)];
	const all = [Buffer.from('Juicebox_DLEQ_2023_1;'), blinded, publicKey, output, ...commitments];
	const digest = createHash('sha512').update(Buffer.concat(all)).digest();
	const challenge = sodium.crypto_core_ristretto255_scalar_reduce(digest);
	const product = sodium.crypto_core_ristretto255_scalar_mul(privateKey, challenge);
	const answer = sodium.crypto_core_ristretto255_scalar_add(secret, product);
	const proof = { c: Buffer.from(challenge), beta_z: Buffer.from(answer) };
	return { oprf_blinded_result: Buffer.from(output), oprf_proof: proof };
}

const variantOf = (request: Members): [string?, Members?] => {
	const [name] = Object.keys(request);
	return name === undefined ? [] : [name, request[name] as Members];
};

const SECRET_SHARE = ['encryption_key_scalar_share', 'encrypted_secret', 'encrypted_secret_commitment'];

class Realm {
	private held: Registration | undefined;
	private guesses = 0;

	answer(request: Cbor): Cbor {
		const [name = '', body = {}] = typeof request === 'string' ? [request] : variantOf(request as Members);
		if (name === 'Register1') return { Register1: 'Ok' };
		if (name === 'Register2') {
			this.held = body as Registration;
			this.guesses = 0;
			return { Register2: 'Ok' };
		}
		return { [name]: this.recovery(name, body) };
	}

	private recovery(name: string, body: Members): Cbor {
		const { held } = this;
		if (!held) return 'NotRegistered';
		const most = held.policy.num_guesses;
		if (name === 'Recover3') return this.unlocked(held, body['unlock_key_tag'] as Buffer);
		if (this.guesses >= most) return 'NoGuesses';
		if (name === 'Recover1') return { Ok: { version: held.version } };
		this.guesses++;
		const { oprf_signed_public_key: signed, unlock_key_commitment: commitment } = held;
		return {
			Ok: {
				...evaluate(
					held.oprf_private_key,
					signed['public_key'] as Buffer,
					body['oprf_blinded_input'] as Buffer,
				),
				oprf_signed_public_key: signed,
				unlock_key_commitment: commitment,
				num_guesses: most,
				guess_count: this.guesses,
			},
		};
	}

	private unlocked(held: Registration, tag: Buffer): Cbor {
		if (!held.unlock_key_tag.equals(tag))
			return { BadUnlockKeyTag: { guesses_remaining: held.policy.num_guesses - this.guesses } };
		this.guesses = 0;
		return { Ok: pick(held, SECRET_SHARE) as Members };
	}
}

/** Three realms behind one address, as X has them. Two are enough to recover. */
export class Realms {
	private readonly realms = new Map<string, Realm>();
	private readonly server: Server;
	/** Realms that do not answer. */
	readonly down = new Set<string>();

	private readonly ids = ['01', '02', '03'].map((byte) => byte.repeat(16));

	/** @param tls Key and certificate, for browsers, which ask realms by https only. */
	constructor(private readonly tls?: { readonly key: string; readonly cert: string }) {
		for (const id of this.ids) this.realms.set(id, new Realm());
		const answer: RequestListener = (request, response) => {
			response.setHeader('access-control-allow-origin', '*');
			if (request.method === 'OPTIONS') {
				const asked = request.headers['access-control-request-headers'] ?? '';
				return void response.writeHead(204, { 'access-control-allow-headers': asked }).end();
			}
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => void parts.push(part));
			request.on('end', () => {
				const [, id = ''] = /^Bearer head\.(\w+)\.tail$/.exec(request.headers.authorization ?? '') ?? [];
				const realm = this.realms.get(id);
				if (!realm || request.url !== `/${id}/req`) return void response.writeHead(401).end();
				if (this.down.has(id.slice(0, 2))) return void response.writeHead(503).end();
				response.writeHead(200).end(encode(realm.answer(decode(Buffer.concat(parts)))));
			});
		};
		this.server = tls ? createSecureServer(tls, answer) : createServer(answer);
	}

	/** The host under which the program knows them. */
	get host(): string {
		return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async open(): Promise<void> {
		await isReady();
		await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}

	/** The member `juicebox_config` that X gives of someone's public key. */
	get backup() {
		return this.backupAt(`${this.tls ? 'https' : 'http'}://${this.host}`);
	}

	/** The same, where they have another address. */
	backupAt(address: string, hashing = 'Standard2019') {
		const configuration = {
			realms: this.ids.map((id) => ({ id, address: `${address}/${id}/` })),
			register_threshold: 3,
			recover_threshold: 2,
			pin_hashing_mode: hashing,
		};
		const tokens = this.ids.map((key) => ({ key, value: { address, token: `head.${key}.tail` } }));
		return { key_store_token_map_json: JSON.stringify(configuration), token_map: tokens };
	}
}
