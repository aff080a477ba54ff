import { SaxesParser } from '../../shared/vendor/saxes';
import { fieldOf } from '../product/fields';
import { FileProblem, MAX_RECORD, tooMuch, type FileHead, type FileRow } from './row';

/**
 * Reads the rows of an XML feed: RSS (`item`), Atom (`entry`), a plain list (`product`) or the offers of a price
 * comparison site. The children of such an element are its columns, with or without a prefix. If both exist, the one
 * with the prefix wins, because `id` and `title` belong to the feed's entry, `g:id` and `g:title` to the product.
 *
 * Repeated images become a comma-separated list. Of other repeated children, the first becomes the column. All texts
 * of repeated children, everything nested deeper, and all attributes are available by path in `deep`. Only the five
 * entities of XML and numeric ones are accepted, so that no entity can expand.
 */
export async function* xmlRows(
	text: AsyncIterable<string>,
	head: FileHead,
): AsyncGenerator<readonly FileRow[]> {
	const reader = new XmlElements(head);
	for await (const chunk of text) {
		const rows = reader.push(chunk);
		if (rows.length > 0) yield rows;
	}
	reader.end();
}

const PRODUCT_ELEMENTS = new Set(['item', 'entry', 'product', 'offer', 'o', 'shopitem']);

/** Elements outside of the products that products refer to. */
const TABLE_ELEMENTS = new Set(['category', 'currency']);

/** Links of an Atom entry to something other than the product page: RFC 4287, 4.2.7.2. */
const OTHER_LINKS =
	/^(?:self|enclosure|edit|via|related|next|prev|previous|first|last|replies|hub|license)$/i;

const NAMED_ELEMENTS = 20;

/** Feeds have about ten levels. Every element has a path, whose length grows with its depth and the names above it. */
const MAX_DEPTH = 64;
const MAX_PATH = 1000;
/** A product with a thousand variants has about a tenth of it. */
const MOST_OF_PRODUCT = 10 * MAX_RECORD;
/** The longest name of a parameter that becomes part of a path. */
const MAX_PARAMETER_NAME = 200;

/** Mistakes in feeds that XML forbids, although they can be read. */
const HARMLESS =
	/^(?:disallowed character\.|duplicate attribute|an XML declaration must be at the start|the string "]]>")/;

class XmlElements {
	private readonly parser = new SaxesParser({ position: false, xmlns: false });
	private rows: FileRow[] = [];
	/** The end of the last tag, text or comment, where the next one begins. */
	private at = { line: 1, position: 0 };
	private readonly open: string[] = [];
	private closed = '';
	private product: ProductElement | undefined;
	/** The product whose variant is being read. */
	private outer: ProductElement | undefined;
	private inner: InnerElement[] = [];
	/** The place in the file at which the outermost product begins. */
	private began = 0;

	constructor(private readonly head: FileHead) {
		const { parser } = this;
		const pass = () => {
			this.at = { line: parser.line, position: parser.position };
		};
		parser.on('error', ({ message }) => this.fail(message));
		parser.on('doctype', (type) => {
			if (type.includes('[')) throw this.problem('a document type with declarations is not accepted');
		});
		parser.on('opentag', ({ name, attributes }) => {
			this.begun(name, attributes);
			pass();
		});
		parser.on('closetag', ({ name }) => {
			this.close(name);
			pass();
		});
		for (const kind of ['text', 'cdata'] as const)
			parser.on(kind, (text) => {
				this.append(text);
				pass();
			});
		// With more than seven handlers V8 stores the parser as a dictionary, which takes five times as long.
		parser.on('comment', pass);
	}

	push(chunk: string): FileRow[] {
		const { parser } = this;
		this.rows = [];
		parser.write(chunk);
		if (parser.position - this.at.position > MAX_RECORD)
			throw this.unclosed(tooMuch('a tag or text', MAX_RECORD, 'characters: is it not closed?', parser.line));
		// A product is held whole until it ends.
		if (this.inner.length > 0 && parser.position - this.began > MOST_OF_PRODUCT)
			throw tooMuch('a product', MOST_OF_PRODUCT, 'characters', parser.line);
		return this.rows;
	}

	end(): void {
		const open = this.open.at(-1);
		if (open !== undefined)
			throw this.unclosed(this.problem(`<${open}> is not closed: the file seems to be cut off`));
		this.parser.close();
	}

	/** The parser reads on from an & to the next semicolon, which may be far behind or nowhere. */
	private unclosed(problem: FileProblem): FileProblem {
		return this.parser['entity'] === '' ? problem : this.problem(NO_ENTITY, this.at.line);
	}

	private fail(message: string): void {
		if (HARMLESS.test(message)) return;
		if (message.includes('entity')) throw this.problem(NO_ENTITY, this.at.line);
		if (/clos(?:e|ing) tag/.test(message)) throw this.problem(`<${this.closed}> is not closed`);
		throw this.problem(PROBLEMS[message] ?? `this is not XML: ${message.replace(/\.$/, '')}`);
	}

	private begun(name: string, attributes: Readonly<Record<string, string>>): void {
		this.open.push(name);
		if (this.open.length > MAX_DEPTH)
			throw tooMuch('an element', MAX_DEPTH, 'levels of nested elements', this.parser.line);
		const { names } = this.head;
		if (names.length < NAMED_ELEMENTS && !names.includes(name)) names.push(name);
		const local = localName(name);
		const isVariant = local === 'variant' && localName(this.open.at(-2) ?? '') === 'variants';
		if (this.product === undefined && (PRODUCT_ELEMENTS.has(local) || TABLE_ELEMENTS.has(local)))
			[this.began, this.product] = [
				this.parser.position,
				this.begin(PRODUCT_ELEMENTS.has(local) ? undefined : local),
			];
		else if (this.product !== undefined && this.outer === undefined && isVariant) {
			this.outer = this.product;
			this.product = this.begin(undefined);
		}
		if (this.product !== undefined) this.openIn(this.product, attributes);
	}

	private begin(element: string | undefined): ProductElement {
		const { length: depth } = this.open;
		// Elements may have the names of what every other object has, such as <constructor>.
		const values = Object.create(null) as ProductElement['values'];
		const deep = Object.create(null) as ProductElement['deep'];
		const { line } = this.at;
		return { depth, line, values, prefixed: new Set(), deep, parts: [], element, repeated: [] };
	}

	private openIn(product: ProductElement, attributes: Readonly<Record<string, string>>): void {
		const path = this.path(product);
		const inner: InnerElement = { path, text: '' };
		if (path.length > MAX_PATH)
			throw tooMuch('a nested element', MAX_PATH, 'characters of names', this.parser.line);
		for (const [name, value] of Object.entries(attributes)) {
			deepen(product, `${path}@${name.toLowerCase()}`, value);
			// The address of an Atom link.
			const isAddress = name === 'href' && !path.includes('/') && path !== '';
			if (isAddress && !OTHER_LINKS.test(attributes.rel ?? '')) inner.text = value;
			if (name === 'name') inner.name = value;
		}
		this.inner.push(inner);
	}

	private close(name: string): void {
		if (this.product !== undefined) this.closeIn(this.product, name);
		this.closed = name;
		this.open.pop();
	}

	private closeIn(product: ProductElement, name: string): void {
		const inner = this.inner.pop();
		const text = (inner?.text ?? '').trim();
		const path = inner?.path ?? '';
		if (path === '') {
			const { line, values, deep, parts, element, repeated } = product;
			if (element !== undefined) values[''] = text;
			const row: FileRow = {
				line,
				values,
				root: localName(this.open[0] ?? ''),
				...(Object.keys(deep).length > 0 && { deep }),
				...(parts.length > 0 && { parts }),
				...(repeated.length > 0 && { repeated }),
				...(element !== undefined && { element }),
			};
			(this.outer?.parts ?? this.rows).push(row);
			this.product = this.outer;
			this.outer = undefined;
			return;
		}
		if (path.includes('/')) deepen(product, path, text);
		else addColumn(product, path, text, name.includes(':'));
		nameParameter(product, path, text, inner?.name);
	}

	private path({ depth }: ProductElement): string {
		const { open, inner } = this;
		if (open.length === depth) return '';
		const [above = '', name] = [inner.at(-1)?.path, localName(open.at(-1) ?? '')];
		return above === '' ? name : `${above}/${name}`;
	}

	private append(text: string): void {
		const inner = this.inner.at(-1);
		if (inner === undefined) return;
		inner.text += text;
		if (inner.text.length > MAX_RECORD)
			throw tooMuch('the text of an element', MAX_RECORD, 'characters', this.parser.line);
	}

	private problem(message: string, line = this.parser.line): FileProblem {
		return new FileProblem(message, line);
	}
}

const NO_ENTITY = 'an & is no XML entity: write & as &amp;';
const PROBLEMS: Readonly<Record<string, string>> = {
	'document must contain a root element.': 'the file has no XML element',
	'documents may contain only one root.': 'the file has a second root element',
	'text data outside of root node.': 'this is not XML: there is text outside of the elements',
	'unexpected end.': 'the file ends inside a tag',
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** An open element inside a product, with its text and its attribute `name`. */
interface InnerElement {
	readonly path: string;
	text: string;
	name?: string;
}

/** A product that has not been read to its end. */
interface ProductElement {
	readonly depth: number;
	readonly line: number;
	readonly values: { [column: string]: string };
	/** Columns whose value comes from an element with a prefix. */
	readonly prefixed: Set<string>;
	readonly deep: { [path: string]: string[] };
	readonly parts: FileRow[];
	readonly element: string | undefined;
	readonly repeated: string[];
}

const deepen = ({ deep }: ProductElement, path: string, text: string) => (deep[path] ??= []).push(text);

/** Stores a parameter under its name: `<param name="Size">M</param>`, or an element each for name and value. */
function nameParameter(product: ProductElement, path: string, text: string, attribute?: string): void {
	if (attribute !== undefined) deepen(product, `${path}[${attribute.toLowerCase()}]`, text);
	const [, parent, kind] = /^(.+)\/(value|val)$/.exec(path) ?? [];
	if (parent === undefined) return;
	const name = product.deep[`${parent}/${kind === 'val' ? 'param_name' : 'name'}`]?.at(-1);
	if (name !== undefined && name.length <= MAX_PARAMETER_NAME)
		deepen(product, `${parent}[${name.toLowerCase()}]`, text);
}

/** Sets a column. If the element repeats, all of its texts are kept as well. */
function addColumn(product: ProductElement, column: string, value: string, hasPrefix: boolean): void {
	const before = product.values[column];
	setColumn(product, column, value, hasPrefix);
	if (before === undefined) return;
	if (product.deep[column] === undefined) deepen(product, column, before);
	deepen(product, column, value);
}

function setColumn(product: ProductElement, column: string, value: string, hasPrefix: boolean) {
	const { values, prefixed, repeated } = product;
	const { name, kind = '' } = fieldOf(column) ?? {};
	const before = values[column] ?? '';
	const sameKind = prefixed.has(column) === hasPrefix;
	if (values[column] === undefined || (hasPrefix && !sameKind)) values[column] = value;
	else if (!sameKind || value === '') return;
	else if (before === '') values[column] = value;
	else if (kind === 'images') values[column] = `${before},${value}`;
	else if (value !== before && (name === 'id' || /^(?:price|choice)$/.test(kind))) repeated.push(column);
	if (hasPrefix) prefixed.add(column);
}
