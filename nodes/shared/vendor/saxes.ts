/** A streaming parser of XML: https://github.com/lddubeau/saxes */
export { SaxesParser } from 'saxes';
