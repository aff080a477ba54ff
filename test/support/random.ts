/** Numbers from 0 up to, but not including, 1 that look random and are the same in every run. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return state / 2_147_483_648;
	};
}

/** Whole numbers from 0 up to, but not including, the given one, the same in every run. */
export function lotsFrom(seed: number): (below: number) => number {
	const random = randomFrom(seed);
	return (below) => Math.floor(random() * below);
}
