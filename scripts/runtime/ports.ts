import { createServer } from 'node:net';

/** A port of this machine that nobody uses at the moment. */
export async function freePort(): Promise<number> {
	const port = await tryPort(0);
	if (port === undefined) throw new Error('This machine has no free port');
	return port;
}

/** Whether a server could listen on this port of 127.0.0.1 now. */
export async function isFree(port: number): Promise<boolean> {
	return (await tryPort(port)) !== undefined;
}

async function tryPort(port: number): Promise<number | undefined> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error) => {
			if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(undefined);
			else reject(error);
		});
		server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
			const address = server.address();
			const taken = address !== null && typeof address === 'object' ? address.port : undefined;
			server.close(() => resolve(taken));
		});
	});
}
