declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** What the scanner reads of a package's source. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints a folder as the scanner does; a message without details means that there was nothing to lint. */
	export function analyzePackage(
		packageDir: string,
		filePatterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
