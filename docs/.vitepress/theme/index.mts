import type { Theme } from 'vitepress';
import { defineAsyncComponent } from 'vue';
import DefaultTheme from 'vitepress/theme';
import Layout from './Layout.vue';
import MigrateBox from './MigrateBox.vue';
import './tables.css';
import './home.css';
import './operation.css';

export default {
	extends: DefaultTheme,
	Layout,
	enhanceApp: ({ app }) => {
		app.component('MigrateBox', MigrateBox);
		app.component(
			'ChatKeys',
			defineAsyncComponent(() => import('./ChatKeys.vue')),
		);
	},
} satisfies Theme;
