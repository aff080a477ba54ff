/** The functions of libsodium that the tests use: https://doc.libsodium.org */
declare module 'libsodium-wrappers-sumo' {
	interface Sodium {
		readonly ready: Promise<void>;
		crypto_secretbox_easy(message: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array;
		crypto_secretbox_open_easy(cipher: Uint8Array, nonce: Uint8Array, key: Uint8Array): Uint8Array;
		crypto_secretstream_xchacha20poly1305_init_push(key: Uint8Array): { state: object; header: Uint8Array };
		crypto_secretstream_xchacha20poly1305_push(
			state: object,
			message: Uint8Array,
			additional: null,
			tag: number,
		): Uint8Array;
		crypto_secretstream_xchacha20poly1305_init_pull(header: Uint8Array, key: Uint8Array): object;
		crypto_secretstream_xchacha20poly1305_pull(
			state: object,
			cipher: Uint8Array,
		): { message: Uint8Array; tag: number } | false;
		crypto_scalarmult_ristretto255(scalar: Uint8Array, point: Uint8Array): Uint8Array;
		crypto_scalarmult_ristretto255_base(scalar: Uint8Array): Uint8Array;
		crypto_core_ristretto255_scalar_random(): Uint8Array;
		crypto_core_ristretto255_scalar_reduce(scalar: Uint8Array): Uint8Array;
		crypto_core_ristretto255_scalar_mul(one: Uint8Array, other: Uint8Array): Uint8Array;
		crypto_core_ristretto255_scalar_add(one: Uint8Array, other: Uint8Array): Uint8Array;
	}
	const sodium: Sodium;
	export default sodium;
}
