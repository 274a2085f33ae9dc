import { brotliCompressSync, constants } from 'node:zlib'
import { below } from './figures'
import { serveProduct } from './product'

/** First page (login): every script it loads before it can be used, compressed as served; nothing lazy among them. */
export async function page(data: string) {
  const product = await serveProduct(data)
  try {
    const html = await (await fetch(`${product.url}/login`)).text()
    const first = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path as string)
    const bytes = await graph(product.url, first)
    return [below('first page script, compressed', 150, 'kB', [bytes / 1000])]
  } finally {
    await product.stop()
  }
}

/** Follows static imports only: what a browser fetches before it runs. */
async function graph(url: string, paths: string[]): Promise<number> {
  const seen = new Set<string>()
  const waiting = paths.map((path) => new URL(path, `${url}/`).href)
  let bytes = 0
  for (let address = waiting.shift(); address; address = waiting.shift()) {
    if (seen.has(address)) continue
    seen.add(address)
    const text = await (await fetch(address)).text()
    bytes += brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
    const imports = new Bun.Transpiler({ loader: 'js' }).scanImports(text)
    for (const { path, kind } of imports) if (kind === 'import-statement') waiting.push(new URL(path, address).href)
  }
  return bytes
}
