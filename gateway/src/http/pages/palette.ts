// The colours of pages, light and dark. The test computes their contrast.

export const light = {
  page: '#ffffff',
  panel: '#f4f6f5',
  line: '#d5dbd8',
  text: '#1b2321',
  muted: '#55615d',
  link: '#0a5f4e',
  get: '#1d4f91',
  post: '#0a5f4e',
  change: '#8a4200',
  mark: '#e3f3ee',
  strong: '#0f3d33',
  onStrong: '#f2faf7',
} as const;

export type Colour = keyof typeof light;
export type Palette = Readonly<Record<Colour, string>>;

export const dark: Palette = {
  page: '#121715',
  panel: '#1b2220',
  line: '#35403c',
  text: '#e4eae7',
  muted: '#a3b0ab',
  link: '#74d3b8',
  get: '#93bcf5',
  post: '#74d3b8',
  change: '#f0b072',
  mark: '#1c3a32',
  strong: '#0d2f27',
  onStrong: '#e9f7f2',
};
