/** `npm run event mention "My parcel is broken"`: makes an event happen on the simulated X of a running `npm start`. */
import { demoEvents } from './demo/events';
import { hostPort, portOfDemo } from './demo/ports';

/** What was delivered, or what a person did. */
interface Answered {
	readonly webhooks?: number;
	readonly streams?: number;
	readonly said?: string;
}

async function main(): Promise<void> {
	const [name, ...words] = process.argv.slice(2);
	if (name === undefined || !demoEvents.some(([known]) => known === name)) {
		if (name !== undefined) console.log(`There is no event "${name}".\n`);
		console.log('npm run event <event> ["text"], while npm start runs:\n');
		for (const [known, about] of demoEvents) console.log(`  ${known.padEnd(10)}${about}`);
		process.exitCode = name === undefined ? 0 : 1;
		return;
	}
	const text = words.join(' ').trim();
	const response = await fetch(`http://127.0.0.1:${hostPort(await portOfDemo())}/event`, {
		method: 'POST',
		body: JSON.stringify({ name, ...(text !== '' && { text }) }),
	}).catch(() => {
		throw new Error('No demo answers: start it with npm start, and leave it running.');
	});
	const body = await response.text();
	if (!response.ok) throw new Error(body);
	const { webhooks = 0, streams = 0, said } = JSON.parse(body) as Answered;
	if (said !== undefined) return console.log(said);
	console.log(`It happened: delivered to ${webhooks} webhooks; ${streams} streams are open.`);
	if (webhooks + streams === 0)
		console.log('Publish a workflow with X Webhook Trigger or X Stream Trigger to be told; X Trigger asks.');
	else if (webhooks === 0)
		console.log('No webhook is registered for it: unpublish and publish a workflow with X Webhook Trigger.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
