/** One line of Markdown: tabs are as wide as the next multiple of four columns. */
export class Line {
	private at = 0;
	private column = 0;
	/** Whether only some columns of the tab at this place were taken. */
	private isInTab = false;

	constructor(private readonly whole: string) {}

	/** The text from here on, with its spaces. */
	get here(): string {
		return this.whole.slice(this.at);
	}

	/** What comes after the spaces here. */
	look(): { readonly indent: number; readonly isBlank: boolean; readonly text: string } {
		const { at, column } = this.afterSpace();
		return { indent: column - this.column, isBlank: at >= this.whole.length, text: this.whole.slice(at) };
	}

	/**
	 * Moves on.
	 *
	 * @param count How many characters or columns.
	 * @param isInColumns Whether a tab may be taken in part.
	 */
	skip(count: number, isInColumns = false): void {
		for (let left = count; left > 0 && this.at < this.whole.length;) {
			const width = this.whole.charAt(this.at) === '\t' ? 4 - (this.column % 4) : 1;
			const taken = isInColumns ? Math.min(left, width) : width;
			this.isInTab = taken < width;
			this.column += taken;
			if (!this.isInTab) this.at++;
			left -= isInColumns ? taken : 1;
		}
	}

	skipSpace(): void {
		Object.assign(this, this.afterSpace(), { isInTab: false });
	}

	/** Moves behind a > and the space after it. */
	skipQuoteMark(): void {
		this.skipSpace();
		this.skip(1);
		if (/^[ \t]/.test(this.here)) this.skip(1, true);
	}

	/**
	 * Moves behind the spaces after the marker of a list.
	 *
	 * @returns How many columns belong to the marker.
	 */
	skipPadding(): number {
		const { at, column, isInTab } = this;
		const { indent, isBlank } = this.look();
		if (indent >= 1 && indent <= 4 && !isBlank) {
			this.skip(indent, true);
			return indent;
		}
		Object.assign(this, { at, column, isInTab });
		if (/^[ \t]/.test(this.here)) this.skip(1, true);
		return 1;
	}

	/** The text from here on; the rest of a tab becomes spaces. */
	rest(): string {
		return this.isInTab ? ' '.repeat(4 - (this.column % 4)) + this.whole.slice(this.at + 1) : this.here;
	}

	private afterSpace(): { at: number; column: number } {
		let { at, column } = this;
		for (; at < this.whole.length; at++) {
			const character = this.whole.charAt(at);
			if (character === '\t') column += 4 - (column % 4);
			else if (character === ' ') column++;
			else break;
		}
		return { at, column };
	}
}
