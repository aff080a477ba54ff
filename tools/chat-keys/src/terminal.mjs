/** Questions and answers at the terminal. Secrets come from here or from the environment, never from the command line. */
import { createInterface } from 'node:readline';
import { Fault } from './fault.mjs';

/**
 * A secret: of the environment, or asked for without showing it.
 *
 * @param {string} name The variable of the environment.
 * @param {string} question
 */
export async function secret(name, question) {
	const given = process.env[name]?.trim();
	if (given) return given;
	if (!process.stdin.isTTY)
		throw new Fault(
			`There is no ${question.toLowerCase()}`,
			`Set ${name}, or run the command in a terminal.`,
		);
	const answer = await asked(`${question}: `);
	if (answer === '') throw new Fault(`No ${question.toLowerCase()} was entered`, 'Nothing was done.');
	return answer;
}

/** @param {string} question @returns {Promise<string>} */
function asked(question) {
	const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
	return new Promise((resolve) => {
		lines.question(question, (answer) => {
			lines.close();
			process.stderr.write('\n');
			resolve(answer.trim());
		});
		// What is typed is not shown.
		Object.assign(lines, { _writeToOutput: () => undefined });
	});
}

/** What a person reads; the results go to stdout. @param {string} line */
export const say = (line) => void process.stderr.write(`${line}\n`);
