/** What the page of the lessons loads with the first of them: the list does without. */
import '../share/course-download';
import '../share/embed-snippet';
import '../workshop/lesson-sharing';
import './print-lesson';
import { defineElements } from '../embed/elements';

export { unpackLesson } from '../lessons/lesson-link';
export { lessonCode } from '../share/embed-code';
export { copyOf } from '../workshop/editing';
export { playedOf } from '../workshop/kinds';

defineElements();
