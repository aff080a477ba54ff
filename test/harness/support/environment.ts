export { default } from '../../support/environment';
