import { bundlePage } from './bundle' with { type: 'macro' }

/** Script and style of the page. */
export const pageBundle: { script: string; style: string } = bundlePage()
