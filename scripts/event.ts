/** `npm run event mention "My parcel is broken"`: makes an event happen on the simulated X of a running `npm start`. */
import { demoEvents } from './demo/events';
import { hostPort, portOfDemo } from './demo/ports';

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
	const { webhooks, streams } = JSON.parse(body) as { webhooks: number; streams: number };
	console.log(`It happened: delivered to ${webhooks} webhooks; ${streams} streams are open.`);
	if (webhooks + streams === 0)
		console.log('Publish a workflow with X Webhook Trigger or X Stream Trigger to be told; X Trigger asks.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
