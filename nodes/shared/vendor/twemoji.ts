/** The emoji that X counts as one character: https://github.com/twitter/twemoji-parser */
export { default as EMOJI } from 'twemoji-parser/dist/lib/regex.js';
