/** Runs the simulator alone: `npm run simulator -- [--port 8787] [--followers 300]`. Ctrl-C ends it. */
import { APP, ME } from './identities';
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
		`  App bearer token      ${APP.bearerToken}`,
		`  Consumer key, secret  ${APP.consumerKey}  ${APP.consumerSecret}`,
		`  OAuth 1.0a token      ${ME.accessToken}  ${ME.accessTokenSecret}`,
		`  OAuth 2.0 client      ${APP.clientId}  ${APP.clientSecret}`,
		`  OAuth 2.0 user token  ${ME.oauth2AccessToken}`,
		`  They act for          @${ME.username} (${ME.id})`,
		'',
		`Try: curl -H 'Authorization: Bearer ${ME.oauth2AccessToken}' ${sim.baseUrl}/2/users/me`,
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
