import { bundlePage } from './bundle' with { type: 'macro' }

/** Script and style of the page. */
export const page: { script: string; style: string } = bundlePage()
