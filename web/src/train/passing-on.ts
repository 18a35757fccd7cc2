/** What a puzzle is passed on and printed with, below it: loaded once the first puzzle is there. */
import '../share/course-download';
import '../share/embed-snippet';
import './print-sheet';
