/** What Node.js lacks of X Chat's encryption: https://github.com/paulmillr/noble-ciphers */
export { poly1305 } from '@noble/ciphers/_poly1305.js';
export { hchacha } from '@noble/ciphers/chacha.js';
export { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
