declare module 'eslint-plugin-n8n-nodes-base' {
	const plugin: {
		rules: Record<string, unknown>;
		configs: Record<'nodes' | 'credentials', { rules: Record<string, string> }>;
	};
	export default plugin;
}
