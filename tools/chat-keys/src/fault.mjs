/** What went wrong and what to do about it, for the person at the terminal. */
export class Fault extends Error {
	/**
	 * @param {string} message What went wrong.
	 * @param {string} advice What to do.
	 */
	constructor(message, advice) {
		super(message);
		this.advice = advice;
	}
}
