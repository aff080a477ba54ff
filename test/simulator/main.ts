/** Runs the simulator alone: `npm run simulator -- [--port 8787] [--followers 300]`. Ctrl-C ends it. */
import { app, me } from './identities';
import { startSimulator } from './server';

function option(name: string): number | undefined {
	const at = process.argv.indexOf(`--${name}`);
	if (at < 0) return undefined;
	const value = Number(process.argv[at + 1]);
	if (Number.isInteger(value) && value >= 0) return value;
	throw new Error(`--${name} needs a whole number`);
}

async function main(): Promise<void> {
	const port = option('port');
	const followers = option('followers');
	const sim = await startSimulator({
		...(port !== undefined && { port }),
		...(followers !== undefined && { followers }),
	});
	const lines = [
		'Simulator of the X platform is up.',
		'',
		`  Base URL (core API)   ${sim.baseUrl}`,
		`  Ads URL               ${sim.adsUrl}`,
		`  Ads sandbox URL       ${sim.adsSandboxUrl}`,
		'',
		'Credentials it knows (they mean nothing anywhere else):',
		`  App bearer token      ${app.bearerToken}`,
		`  Consumer key, secret  ${app.consumerKey}  ${app.consumerSecret}`,
		`  OAuth 1.0a token      ${me.accessToken}  ${me.accessTokenSecret}`,
		`  OAuth 2.0 client      ${app.clientId}  ${app.clientSecret}`,
		`  OAuth 2.0 user token  ${me.oauth2AccessToken}`,
		`  They act for          @${me.username} (${me.id})`,
		'',
		`Try: curl -H 'Authorization: Bearer ${me.oauth2AccessToken}' ${sim.baseUrl}/2/users/me`,
		'Ctrl-C stops it.',
	];
	console.log(lines.join('\n'));
	const stop = () => {
		void sim.close().then(() => process.exit(0));
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	console.error(`The simulator did not start: ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
});
