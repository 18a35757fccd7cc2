/**
 * The script that other people's pages load: `<script type="module" src="…/outpost-embed.js">`. Its name stays when its content
 * changes, so our own pages do without it: they would mix two versions of a site.
 */
import { useLanguage } from '../ui/locale';
import { defineElements, languageOfPage } from './elements';

void useLanguage([languageOfPage()]).then(defineElements);
