/** n8n's services that an instance sets up at start and that nodes reach through n8n-core: encryption and binary data. */
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import * as engine from 'n8n-core';
import { BinaryDataService, Cipher, FileLocation, type KeyInfo } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

let key: KeyInfo | undefined;

function encryptionKey(): KeyInfo {
	key ??= {
		id: 'harness',
		value: Container.get(Cipher).encryptDEKWithInstanceKey('5a'.repeat(32)),
		algorithm: 'aes-256-gcm',
		format: 'prefixed',
	};
	return key;
}

// n8n 1 has one key, which the instance's settings hold.
if ('EncryptionKeyProxy' in engine)
	Container.get(engine.EncryptionKeyProxy).setProvider({
		getActiveKey: () => Promise.resolve(encryptionKey()),
		getLegacyKey: () => Promise.resolve(encryptionKey()),
		getKeyById: (id) => Promise.resolve(id === 'harness' ? encryptionKey() : null),
	});

const binaryData = Container.get(BinaryDataService);
const initialised = binaryData.init();

/** Stores bytes as an earlier node would have: on disk, the item holding only a reference. */
export async function storeBinary(
	bytes: Uint8Array,
	meta: { mimeType: string; fileName?: string },
): Promise<IBinaryData> {
	await initialised;
	const location = FileLocation.ofExecution('harness-workflow', 'harness-execution');
	return await binaryData.store(location, Buffer.from(bytes), { ...meta, data: '' });
}

/** The bytes behind what an item's `binary` holds, stored or inline. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	await initialised;
	return await binaryData.getAsBuffer(binary);
}

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof LEVELS)[number];

// n8n looks for the caller of each line, and only then finds that its log is silent.
for (const level of LEVELS) Logger.prototype[level] = () => {};

/** Keeps what is written to n8n's log from now on, until `stop` is called; by default only what nodes write. */
export function recordLog(levels: readonly Level[] = ['info']) {
	const logger = Container.get(Logger);
	const lines: string[] = [];
	/** The data of the lines. */
	const details: unknown[] = [];
	for (const level of levels)
		logger[level] = (message, metadata) => {
			lines.push(message);
			if (metadata !== undefined) details.push(metadata);
		};
	return {
		lines,
		details,
		stop: () => {
			for (const level of levels) Reflect.deleteProperty(logger, level);
		},
	};
}

export const ready = async (): Promise<void> => await initialised;
