/**
 * Runs inside of n8n (`node --require`). A request to the port in X_TIME_PORT, with milliseconds as its path, moves the
 * time ahead: dates and ticks show it, and timers end that are due by then.
 */
const { createServer } = require('node:http');

const timers = new Set();
const usual = { now: Date.now, ticks: performance.now.bind(performance), setTimeout };
let ahead = 0;

Date.now = () => usual.now() + ahead;
performance.now = () => usual.ticks() + ahead;
globalThis.Date = new Proxy(Date, {
	construct: (target, values, asked) =>
		Reflect.construct(target, values.length === 0 ? [target.now()] : values, asked),
});
for (const name of ['setTimeout', 'setInterval']) {
	const start = globalThis[name];
	const noting = (...given) => {
		const timer = start(...given);
		timers.add(timer);
		return timer;
	};
	globalThis[name] = Object.assign(noting, start);
}

function move(milliseconds) {
	ahead += milliseconds;
	const probe = usual.setTimeout(() => undefined, 1);
	for (const timer of timers) {
		if (timer._destroyed) timers.delete(timer);
		else shorten(timer, timer._idleStart + timer._idleTimeout - probe._idleStart - milliseconds);
	}
}

/** Node.js has no other way to shorten a timer that runs. One that is started again has its own length again. */
function shorten(timer, left) {
	const { _idleTimeout: length, _onTimeout: call } = timer;
	timer._onTimeout = function (...given) {
		Object.assign(timer, { _idleTimeout: length, _onTimeout: call });
		return Reflect.apply(call, this, given);
	};
	timer._idleTimeout = Math.max(1, left);
	timer.refresh();
}

createServer((request, response) => {
	move(Number(request.url.slice(1)));
	response.end();
})
	// n8n's task runner has the same environment, and needs no other time.
	.on('error', () => undefined)
	.listen(Number(process.env.X_TIME_PORT), '127.0.0.1')
	.unref();
