/** Values of the parameters of measurement, with their names in the form. */
import { titled } from '../shared/ads/fields';
import type { Choices } from '../shared/fields';

/** Attribution windows in days, for clicks and other engagements. */
export const CLICK_WINDOWS: Choices = { 1: '1 Day', 7: '7 Days', 14: '14 Days', 30: '30 Days' };

/** Attribution windows in days, for people who saw an ad. */
export const VIEW_WINDOWS: Choices = { 0: 'None', ...CLICK_WINDOWS };

export const WEB_EVENTS = titled(`
	ADDED_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST CHECKOUT_INITIATED CONTENT_VIEW CUSTOM DOWNLOAD
	PRODUCT_CUSTOMIZATION PURCHASE SEARCH SIGN_UP SITE_VISIT START_TRIAL SUBSCRIBE`);

export const APP_EVENTS = titled(`
	ACHIEVEMENT_UNLOCKED ADDED_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST CHECKOUT_INITIATED CONTENT_VIEW INSTALL
	INVITE LEVEL_ACHIEVED LOGIN PURCHASE RATED RESERVATION RE_ENGAGE SEARCH SHARE SIGN_UP SPENT_CREDITS
	TUTORIAL_COMPLETE UPDATE`);

export const SYSTEMS: Choices = { ANDROID: 'Android', IOS: 'iOS' };

export const LEAD_FIELDS = titled(`
	EMAIL PHONE_NUMBER STREET_ADDRESS CITY STATE COUNTRY ZIP_CODE FULL_NAME FIRST_NAME LAST_NAME DATE_OF_BIRTH
	COMPANY_NAME JOB_TITLE WORK_EMAIL WORK_PHONE_NUMBER GENDER HANDLE`);
