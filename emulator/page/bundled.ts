import { bundlePage } from './bundle' with { type: 'macro' }

/** The page's script and style. */
export const page: { script: string; style: string } = bundlePage()
