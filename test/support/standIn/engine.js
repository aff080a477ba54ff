/**
 * Stands in for the command of docker or podman: a container is a process of this machine, which sees only the variables
 * that the command names, and ends when it is removed, not when the command is killed. STAND_IN_FOLDER keeps images,
 * containers and calls; STAND_IN_NODE and STAND_IN_N8N are the programs that images have.
 */
const { spawn, spawnSync } = require('node:child_process');
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const {
	STAND_IN_FOLDER: folder,
	STAND_IN_NODE: node,
	STAND_IN_N8N: n8n,
	STAND_IN_DOWN: isDown,
} = process.env;
const [, , command, ...args] = process.argv;
const fileOf = (name) => join(folder, encodeURIComponent(name));
const fail = (message) => {
	console.error(message);
	process.exit(1);
};

/** Options come first, then the name of the image or container, then what runs in it. */
const named = args.findIndex((arg) => !arg.startsWith('--'));
const options = args.slice(0, Math.max(named, 0));
const [first, ...rest] = args.slice(Math.max(named, 0));
const values = (option) =>
	options.filter((arg) => arg.startsWith(`--${option}=`)).map((arg) => arg.slice(option.length + 3));

function endContainer(name) {
	const file = fileOf(name);
	if (!existsSync(file)) fail(`No such container: ${name}`);
	process.kill(-Number(readFileSync(file, 'utf8')), 'SIGKILL');
	rmSync(file);
}

function environment() {
	const given = values('env').map((each) => {
		const [name, ...value] = each.split('=');
		return [name, value.length > 0 ? value.join('=') : process.env[name]];
	});
	return { PATH: [dirname(node), '/usr/bin', '/bin'].join(':'), ...Object.fromEntries(given) };
}

function runProgram(entrypoint) {
	const inImage = rest.map((arg) => arg.replace(/^.*node_modules\/n8n/, join(dirname(n8n), '..')));
	const { stdout, status } = spawnSync(entrypoint === 'node' ? node : entrypoint, inImage);
	process.stdout.write(stdout);
	process.exitCode = status;
}

function runContainer() {
	const [name] = values('name');
	const [from, inside] = values('volume')[0].split(':');
	if (from !== inside) fail('The stand-in has no other paths inside than outside');
	const [cwd] = values('workdir');
	const child = spawn(node, [n8n, ...rest], { cwd, env: environment(), detached: true, stdio: 'inherit' });
	writeFileSync(fileOf(name), String(child.pid));
	for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
	child.on('close', (code) => {
		rmSync(fileOf(name), { force: true });
		process.exit(code ?? 137);
	});
}

mkdirSync(folder, { recursive: true });
appendFileSync(join(folder, 'calls'), `${JSON.stringify([command, ...args])}\n`);
if (isDown) fail('Cannot connect to the Docker daemon. Is the docker daemon running?');
else if (command === 'image') process.exitCode = existsSync(fileOf(rest[0])) ? 0 : 1;
else if (command === 'pull') writeFileSync(fileOf(first), '');
else if (command === 'inspect') console.log(readFileSync(fileOf(first), 'utf8'));
else if (command === 'rm') endContainer(first);
else if (command === 'run' && values('entrypoint').length > 0) runProgram(values('entrypoint')[0]);
else if (command === 'run') runContainer();
