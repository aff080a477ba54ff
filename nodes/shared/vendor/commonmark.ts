/** The reference of the CommonMark specification: https://github.com/commonmark/commonmark.js */
export { Node, Parser } from 'commonmark';
