const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Simulador</title>
<link rel="icon" href="/simulator.svg" type="image/svg+xml">
<link rel="stylesheet" href="/simulator.css">
</head>
<body>
<div id="page"></div>
<script type="module" src="/simulator.js"></script>
</body>
</html>
`

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#5b3fd6"/>
<rect x="9" y="5" width="14" height="22" rx="3" fill="#fff"/><path d="M12 11h8M12 15h5" stroke="#5b3fd6" stroke-width="2" stroke-linecap="round"/></svg>`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Routes of the page for playing customers: `/` and its three files. The script is built at the first request. */
export async function pageRoutes(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response('not found', { status: 404 })
  if (pathname === '/') return answer(html, 'text/html; charset=utf-8')
  if (pathname === '/simulator.svg') return answer(icon, 'image/svg+xml')
  if (pathname === '/simulator.js') return answer((await page()).script, 'text/javascript; charset=utf-8')
  if (pathname === '/simulator.css') return answer((await page()).style, 'text/css; charset=utf-8')
  return new Response('not found', { status: 404 })
}

const page = async () => (await import('./bundled')).pageBundle

const answer = (body: string, type: string) =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
