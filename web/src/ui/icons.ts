import { html, type TemplateResult } from 'lit';

const icon = (path: TemplateResult): TemplateResult => path;

/** Line icons on a 24 by 24 grid; all are decoration beside text or an aria-label. */
export const icons = {
  logo: icon(html`<svg class="icon logo" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="2" y="2" width="20" height="20" rx="5" class="logo-board"></rect>
    <path d="M9 2.5v19M15 2.5v19M2.5 9h19M2.5 15h19" class="logo-lines"></path>
    <rect x="9" y="9" width="6" height="6" class="logo-window"></rect>
  </svg>`),
  eye: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z"></path>
    <circle cx="12" cy="12" r="3"></circle>
  </svg>`),
  move: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3"></path>
  </svg>`),
  check: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12.5l5 5L20 6.5"></path></svg>`,
  ),
  stop: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M3 12h11M14 12l-4-4M14 12l-4 4M19 4v16"></path>
  </svg>`),
  cross: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"></path></svg>`,
  ),
  capture: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="8"></circle><path d="M12 1v6M12 17v6M1 12h6M17 12h6"></path>
  </svg>`),
  hourglass: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 3h12M6 21h12M7 3c0 5 4 6 5 9 1-3 5-4 5-9M7 21c0-5 4-6 5-9 1 3 5 4 5 9"></path>
  </svg>`),
  flag: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 21V4M5 4h13l-3 4.5 3 4.5H5"></path></svg>`,
  ),
  flip: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M7 4v15M7 4L3.5 7.5M7 4l3.5 3.5M17 20V5M17 20l-3.5-3.5M17 20l3.5-3.5"></path>
  </svg>`),
  hand: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 8h13M17 8l-4-4M17 8l-4 4M20 16H7M7 16l4-4M7 16l4 4"></path>
  </svg>`),
  sun: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="4"></circle>
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9l2.1 2.1M17 17l2.1 2.1M4.9 19.1L7 17M17 7l2.1-2.1"></path>
  </svg>`),
  moon: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z"></path>
  </svg>`),
  system: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="3" y="4" width="18" height="12" rx="2"></rect><path d="M9 20h6M12 16v4"></path>
  </svg>`),
  sound: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11"></path>
  </svg>`),
  soundOff: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5"></path>
  </svg>`),
  gear: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="3.2"></circle>
    <path
      d="M10.3 2.8h3.4l.6 2.7 1.7.7 2.3-1.4 2.4 2.4-1.4 2.3.7 1.7 2.7.6v3.4l-2.7.6-.7 1.7 1.4 2.3-2.4 2.4-2.3-1.4-1.7.7-.6 2.7h-3.4l-.6-2.7-1.7-.7-2.3 1.4-2.4-2.4 1.4-2.3-.7-1.7-2.7-.6v-3.4l2.7-.6.7-1.7-1.4-2.3 2.4-2.4 2.3 1.4 1.7-.7z"
      transform="translate(12 12) scale(0.9) translate(-12 -13.5)"
    ></path>
  </svg>`),
  info: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="9"></circle><path d="M12 11v6M12 7.2v.3"></path>
  </svg>`),
  play: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5l11 7-11 7z"></path></svg>`),
  pause: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5v14M16 5v14"></path></svg>`),
  first: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 5v14M18 5l-8 7 8 7z"></path></svg>`,
  ),
  back: icon(
    html`<svg class="icon turns" viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-8 7 8 7"></path></svg>`,
  ),
  next: icon(html`<svg class="icon turns" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5l8 7-8 7"></path></svg>`),
  up: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 15l7-8 7 8"></path></svg>`),
  down: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 9l7 8 7-8"></path></svg>`),
  last: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M18 5v14M6 5l8 7-8 7z"></path></svg>`,
  ),
  backTurn: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5l-8 7 8 7M20 5l-8 7 8 7"></path></svg>`,
  ),
  nextTurn: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5l8 7-8 7M12 5l8 7-8 7"></path></svg>`,
  ),
  file: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 16V4M12 4L7.5 8.5M12 4l4.5 4.5M4 15v5h16v-5"></path>
  </svg>`),
  save: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 4v12M12 16l-4.5-4.5M12 16l4.5-4.5M4 15v5h16v-5"></path>
  </svg>`),
  again: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5"></path>
  </svg>`),
  plus: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5v14M5 12h14"></path></svg>`),
  branch: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="6" cy="5" r="2.2"></circle><circle cx="6" cy="19" r="2.2"></circle><circle cx="18" cy="9" r="2.2"></circle>
    <path d="M6 7.2v9.6M18 11.2c0 4-6 3-11.4 5.6"></path>
  </svg>`),
  pencil: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5"></path>
  </svg>`),
  share: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="18" cy="5" r="2.6"></circle><circle cx="6" cy="12" r="2.6"></circle><circle cx="18" cy="19" r="2.6"></circle>
    <path d="M8.3 10.7l7.4-4.4M8.3 13.3l7.4 4.4"></path>
  </svg>`),
  undo: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12H9"></path></svg>`,
  ),
  note: icon(
    html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5"></path></svg>`,
  ),
  copy: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="9" y="9" width="11" height="11" rx="2"></rect><path d="M5 15H4V4h11v1"></path>
  </svg>`),
  marker: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11z"></path><circle cx="12" cy="10" r="2.3"></circle>
  </svg>`),
  people: icon(html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="8" cy="8" r="3.2"></circle><circle cx="17" cy="9" r="2.6"></circle>
    <path d="M2 20c0-3.6 2.6-6 6-6s6 2.4 6 6M15.5 14.2c3.6-.6 6.5 1.6 6.5 5.3"></path>
  </svg>`),
};

export type IconName = keyof typeof icons;
