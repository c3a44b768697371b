import { icon, line } from './icon.tsx';

/* Icons used only in the back office; separate from `icons.tsx`, which every page of the site loads. */

export const ArrowDownIcon = /* @__PURE__ */ line('M12 5v14m-5.5-5.5L12 19l5.5-5.5');
export const BackupIcon = /* @__PURE__ */ line(
  'M4.5 6.2C4.5 4.6 7.9 3.4 12 3.4s7.5 1.2 7.5 2.8S16.1 9 12 9 4.5 7.8 4.5 6.2zM4.5 6.2v5.8c0 1.6 3.4 2.8 7.5 2.8s7.5-1.2 7.5-2.8V6.2M4.5 12v5.8c0 1.6 3.4 2.8 7.5 2.8s7.5-1.2 7.5-2.8V12',
);
export const BoxIcon = /* @__PURE__ */ line('m12 3.4 7.7 4v9.2l-7.7 4-7.7-4V7.4zM4.6 7.7l7.4 4 7.4-4M12 11.7v8.8');
export const BuildingIcon = /* @__PURE__ */ line(
  'M5 20.5V4h9v16.5M14 9h5v11.5M3.5 20.5h17M8 7.5h3m-3 4h3m-3 4h3m6-2.5h.1m-.1 4h.1',
);
export const ChartIcon = /* @__PURE__ */ line('M4 4v16h16.5M8.5 16v-4.5m4.2 4.5V7.5M17 16v-6.5');
export const ColumnsIcon = /* @__PURE__ */ line('M3.5 5h17v14h-17zM9.2 5v14m5.7-14v14');
export const CopyIcon = /* @__PURE__ */ line('M8.5 8.5H20V20H8.5zM15.5 8.5V4H4v11.5h4.5');
export const DenseIcon = /* @__PURE__ */ line('M4.5 5.5h15m-15 4.3h15m-15 4.4h15m-15 4.3h15');
export const DownloadIcon = /* @__PURE__ */ line('M12 4v11m-4.6-4.2L12 15l4.6-4.2M4.5 19.7h15');
export const ExternalIcon = /* @__PURE__ */ line('M9.5 5.3H4.3v14.4h14.4v-5.2M14 4.1h6v6m-.2-5.8-8.5 8.4');
export const HomeIcon = /* @__PURE__ */ line(
  'M4 10.8 12 4l8 6.8v8a1.2 1.2 0 0 1-1.2 1.2h-4.4v-5.6H9.6V20H5.2A1.2 1.2 0 0 1 4 18.8z',
);
export const PencilIcon = /* @__PURE__ */ line(
  'm4.5 19.5.9-4L15.8 5.1a1.9 1.9 0 0 1 2.7 0l.4.4a1.9 1.9 0 0 1 0 2.7L8.5 18.6zM13.6 7.3l3.1 3.1',
);
export const PagesIcon = /* @__PURE__ */ line('M4 4h16v16H4zM4 8.8h16M8 12.6h8m-8 3.6h5');
export const PaletteIcon = /* @__PURE__ */ line(
  'M12 3.8a8.2 8.2 0 1 0 0 16.4c1.3 0 1.8-.9 1.5-1.9-.5-1.6.4-2.6 1.9-2.6h1.7a3.1 3.1 0 0 0 3.1-3.2c0-4.8-3.7-8.7-8.2-8.7zM7.6 12.2h.1m2-4h.1m4.5 0h.1m2.2 3.6h.1',
);
export const PictureIcon = /* @__PURE__ */ line('M3.5 5h17v14h-17zM4 16.5l5-5 4 4 2.5-2.5 4.5 4.5M15.5 9.2h.1');
export const PulseIcon = /* @__PURE__ */ line('M3 12.5h4.2l2.6-7 4.4 13 2.6-6H21');
export const RowsIcon = /* @__PURE__ */ line('M4.5 6h15m-15 6h15m-15 6h15');
export const StockIcon = /* @__PURE__ */ line(
  'M4 3.8v16.7M20 3.8v16.7M4 11.4h16M4 18.6h16M7.3 11.4V7h4v4.4m1.9 7.2v-4.4h4v4.4',
);
export const UndoIcon = /* @__PURE__ */ line('M7.7 6 3.8 9.8l3.9 3.9M4 9.8h10.2a5 5 0 0 1 0 10.1H9.6');
export const UpDownIcon = /* @__PURE__ */ line('m7.7 9.6 4.3-4.5 4.3 4.5m-8.6 4.8 4.3 4.5 4.3-4.5');

export const DotsIcon = /* @__PURE__ */ icon(
  <g fill="currentColor" stroke="none">
    <circle cx="5.5" cy="12" r="1.7" />
    <circle cx="12" cy="12" r="1.7" />
    <circle cx="18.5" cy="12" r="1.7" />
  </g>,
);
export const GripIcon = /* @__PURE__ */ icon(
  <g fill="currentColor" stroke="none">
    {[6, 12, 18].map((y) => (
      <g key={y}>
        <circle cx="9" cy={y} r="1.4" />
        <circle cx="15" cy={y} r="1.4" />
      </g>
    ))}
  </g>,
);
export const TreeIcon = /* @__PURE__ */ icon(
  <>
    <rect x="8.4" y="3.4" width="7.2" height="4.8" rx="1" />
    <rect x="3" y="15.8" width="6.8" height="4.8" rx="1" />
    <rect x="14.2" y="15.8" width="6.8" height="4.8" rx="1" />
    <path d="M12 8.2V12m-5.6 3.8V12h11.2v3.8" />
  </>,
);
export const UsersIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="9" cy="8.4" r="3.4" />
    <path d="M2.8 20c.4-3.6 2.9-5.8 6.2-5.8s5.8 2.2 6.2 5.8M15.6 5.3a3.3 3.3 0 0 1 0 6.2M17.5 14.6c2.2.8 3.4 2.7 3.6 5.3" />
  </>,
);
export const StarIcon = /* @__PURE__ */ line('m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z');
export const SlidersIcon = /* @__PURE__ */ icon(
  <>
    <path d="M4 7.5h7.5m5 0H20M4 16.5h3.5m5 0H20" />
    <circle cx="14" cy="7.5" r="2.5" />
    <circle cx="10" cy="16.5" r="2.5" />
  </>,
);

export const PrintIcon = /* @__PURE__ */ line('M7 9V3.8h10V9M7 17H4V9h16v8h-3M7 14h10v6.2H7z');
export const RefundIcon = /* @__PURE__ */ line('M8 5.5 4 9.5l4 4M4.2 9.5h10.3a5 5 0 0 1 0 10H8');
export const ReceiptIcon = /* @__PURE__ */ line(
  'M5.5 3.5h13v17l-2.2-1.5-2.1 1.5-2.2-1.5-2.2 1.5-2.1-1.5-2.2 1.5zM9 8.5h6M9 12.5h6',
);
export const ChecklistIcon = /* @__PURE__ */ line(
  'M5 4h14v16.5H5zM8.5 9l1.3 1.3L12.2 8M14.5 9.2h1.7M8.5 15l1.3 1.3 2.4-2.3m2.3 1.2h1.7',
);
