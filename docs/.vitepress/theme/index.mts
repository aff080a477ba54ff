import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import MigrateBox from './MigrateBox.vue';
import './tables.css';

export default {
	extends: DefaultTheme,
	enhanceApp: ({ app }) => app.component('MigrateBox', MigrateBox),
} satisfies Theme;
