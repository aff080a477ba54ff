import fc from 'fast-check';

/**
 * fast-check with the same inputs on every run, so that a build fails for a change and never by chance. Other inputs:
 * `FC_SEED=$RANDOM npx jest <file>`; where one fails, it becomes an example of its own.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) });

export { fc };
