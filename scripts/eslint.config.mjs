/** n8n's rules are about nodes. Those for this folder are in lint.config.mjs, with which `npm run lint` runs. */
export default [{}];
