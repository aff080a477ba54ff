/**
 * Which folder may import which; types count as imports. The rooms of nodes/shared are layers: each may import those
 * before it in this list, none those after it.
 */
const ROOMS = [
	'vendor',
	'util',
	'report',
	'memory',
	'model',
	'errors',
	'auth',
	'ledger',
	'guard',
	'http',
	'operation',
	'intent',
	'fields',
	'engine',
	'form',
	'core',
	'chat',
	'events',
	'ads',
	'resources',
];

/** The rooms of nodes/shared/chat are layers too. */
const CHAT_ROOMS = ['cipher', 'wire', 'trust', 'events'];

/** The folders of X Catalog as well. */
const CATALOG_ROOMS = [
	'product',
	'files',
	'formats',
	'sync',
	'prepare',
	'fields',
	'input',
	'report',
	'requests',
	'operations',
	'resources',
];

/** Like the rooms: each folder of the tests may import those before it. The six kinds of tests are side by side. */
const TEST_LAYERS = ['facts', 'simulator', 'support', '(unit|harness|witness|bench|e2e|queue)'];

const room = (name) => `^nodes/shared/${name}/`;
const roomOfChat = (name) => `^nodes/shared/chat/${name}/`;
const roomOfCatalog = (name) => `^nodes/XCatalog/${name}/`;
const layerOfTests = (name) => `^test/${name}/`;

/** One rule for each layer: it does not import what comes after it. */
const layers = (names, pathOf) =>
	names.slice(0, -1).map((name, index) => ({
		name: `${name} imports no later layer`,
		severity: 'error',
		from: { path: pathOf(name) },
		to: { path: names.slice(index + 1).map(pathOf) },
	}));

const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
	forbidden: [
		forbid('no circular imports', {}, { circular: true }),
		{ ...forbid('no circles of folders', {}, { circular: true }), scope: 'folder' },
		forbid('imports are found', {}, { couldNotResolve: true }),
		forbid(
			'shared knows no node',
			{ path: '^nodes/shared/' },
			{ path: ['^nodes/', '^credentials/'], pathNot: '^nodes/shared/' },
		),
		forbid('every room of shared is a layer', { path: '^nodes/shared/', pathNot: ROOMS.map(room) }, {}),
		forbid(
			'a node knows no other node',
			{ path: '^nodes/(?!shared/)([^/]+)/' },
			{ path: '^nodes/', pathNot: ['^nodes/$1/', '^nodes/shared/'] },
		),
		forbid(
			'credentials know how to sign, no more',
			{ path: '^credentials/' },
			{ path: '^(nodes|credentials)/', pathNot: ['util', 'model', 'errors', 'auth'].map(room) },
		),
		forbid(
			'the product knows nothing of tests and scripts',
			{ path: '^(nodes|credentials)/' },
			{ path: '^(test|scripts)/' },
		),
		forbid(
			'scripts take only the simulated platform and the harness from the tests',
			{ path: '^scripts/' },
			{ path: '^test/', pathNot: '^test/(simulator|facts|support)/' },
		),
		forbid(
			'what tests share knows no scripts',
			{ path: '^test/(facts|simulator|support)/' },
			{ path: '^scripts/' },
		),
		forbid(
			'one kind of test knows no other kind',
			{ path: '^test/(unit|harness|witness|bench|e2e|queue)/' },
			{ path: '^test/(unit|harness|witness|bench|e2e|queue)/', pathNot: '^test/$1/' },
		),
		...layers(ROOMS, room),
		...layers(CHAT_ROOMS, roomOfChat),
		...layers(CATALOG_ROOMS, roomOfCatalog),
		...layers(TEST_LAYERS, layerOfTests),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['node', 'require', 'import', 'types'],
		},
		tsConfig: { fileName: 'tsconfig.json' },
		tsPreCompilationDeps: true,
	},
};
