import { icon, line } from './icon.tsx';

export const ArrowLeftIcon = /* @__PURE__ */ line('M19 12H5m6-6-6 6 6 6');
export const ArrowRightIcon = /* @__PURE__ */ line('M5 12h14m-6-6 6 6-6 6');
export const CalendarIcon = /* @__PURE__ */ line('M4 5.5h16V20H4zM4 10h16M8.5 3.5v4m7-4v4');
export const CheckIcon = /* @__PURE__ */ line('m5 12.5 4.5 4.5L19 7.5');
export const ChevronDownIcon = /* @__PURE__ */ line('m6 9 6 6 6-6');
export const CloseIcon = /* @__PURE__ */ line('m6.5 6.5 11 11m0-11-11 11');
export const FileIcon = /* @__PURE__ */ line('M6 3h8l4.5 4.5V21H6zM14 3v5h4.5M9 13h6M9 16.5h6');
export const FilterIcon = /* @__PURE__ */ line('M4 7h16M7 12h10m-7 5h4');
export const MailIcon = /* @__PURE__ */ line('M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5');
export const MenuIcon = /* @__PURE__ */ line('M4 7h16M4 12h16M4 17h16');
export const MinusIcon = /* @__PURE__ */ line('M5.5 12h13');
export const PauseIcon = /* @__PURE__ */ line('M8.5 6v12M15.5 6v12');
export const PhoneIcon = /* @__PURE__ */ line(
  'M5.5 4h3.7l1.6 4.3-2.2 1.7a13 13 0 0 0 5.4 5.4l1.7-2.2 4.3 1.6v3.7c0 .9-.8 1.6-1.7 1.5C10.7 19.5 4.5 13.3 4 5.7 3.9 4.8 4.6 4 5.5 4z',
);
export const PinIcon = /* @__PURE__ */ line('M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM12 7.5v4M10 9.5h4');
export const PlayIcon = /* @__PURE__ */ line('M8 5.5v13L18.5 12z');
export const PlusIcon = /* @__PURE__ */ line('M12 5.5v13M5.5 12h13');
export const ShopIcon = /* @__PURE__ */ line(
  'M4 9.5V20h16V9.5M3 9l1.8-5h14.4L21 9c0 1.6-1.3 2.6-3 2.6S15 10.6 15 9c0 1.6-1.3 2.6-3 2.6S9 10.6 9 9c0 1.6-1.3 2.6-3 2.6S3 10.6 3 9zM9.5 20v-5h5v5',
);
export const TagIcon = /* @__PURE__ */ line('M3.5 12.5V4h8.5l8.5 8.5-8 8zM8 8.2v.1');
export const TrashIcon = /* @__PURE__ */ line('M4.5 7h15M9.5 7V4.5h5V7m-8 0 .8 12.5h9.4L17.5 7M10 10.5v6m4-6v6');
export const UploadIcon = /* @__PURE__ */ line('M12 16V4.5m-5 5 5-5 5 5M4.5 15.5V20h15v-4.5');
export const WarningIcon = /* @__PURE__ */ line('M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.1');
export const CartIcon = /* @__PURE__ */ icon(
  <>
    <path d="M3 4h2.2l2.2 11h10.2l2-8H6.2" />
    <circle cx="9" cy="19.5" r="1.3" />
    <circle cx="16.5" cy="19.5" r="1.3" />
  </>,
);
export const ClockIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5.3l3.3 2" />
  </>,
);
export const EyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const InfoIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.5M12 7.6v.1" />
  </>,
);
export const LockIcon = /* @__PURE__ */ icon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="2.5" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const SchemeIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
  </>,
);
export const SearchIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3" />
  </>,
);
export const TruckIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8z" />
    <circle cx="7" cy="17.8" r="1.9" />
    <circle cx="17.5" cy="17.8" r="1.9" />
  </>,
);
export const UserIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="8" r="3.8" />
    <path d="M4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </>,
);
export const ZoomIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3M11 8.3v5.4M8.3 11h5.4" />
  </>,
);
