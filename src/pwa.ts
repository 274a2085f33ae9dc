import { Elysia } from 'elysia'
import apple from '../ui/icons/apple-180.png' with { type: 'file' }
import badge from '../ui/icons/badge-96.png' with { type: 'file' }
import icon192 from '../ui/icons/icon-192.png' with { type: 'file' }
import icon512 from '../ui/icons/icon-512.png' with { type: 'file' }
import maskable from '../ui/icons/maskable-512.png' with { type: 'file' }
import worker from '../ui/service-worker/worker.js' with { type: 'text' }

/**
 * Manifest, icons and service worker, which operating systems request under fixed names to install the interface as an
 * app.
 */
const icons: Record<string, string> = {
  'apple-180.png': apple,
  'badge-96.png': badge,
  'icon-192.png': icon192,
  'icon-512.png': icon512,
  'maskable-512.png': maskable,
}

const manifest = {
  id: '/',
  name: 'Balcão',
  short_name: 'Balcão',
  start_url: '/tickets',
  scope: '/',
  display: 'standalone',
  lang: 'pt-BR',
  background_color: '#f6f8f7',
  theme_color: '#0b7a4b',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}

const anew = 'no-cache'
const aDay = 'public, max-age=86400'

export const pwa = () =>
  new Elysia({ name: 'pwa' })
    .get('/manifest.webmanifest', ({ set }) => {
      set.headers['content-type'] = 'application/manifest+json'
      set.headers['cache-control'] = anew
      return JSON.stringify(manifest)
    })
    .get('/service-worker.js', ({ set }) => {
      set.headers['content-type'] = 'text/javascript; charset=utf-8'
      set.headers['cache-control'] = anew
      return worker
    })
    .get('/icons/:name', ({ params, set }) => {
      const path = icons[params.name]
      if (!path) {
        set.status = 404
        return { error: 'ERR_NOT_FOUND' }
      }
      return new Response(Bun.file(path), { headers: { 'content-type': 'image/png', 'cache-control': aDay } })
    })

/** Paths for the router that serves the interface from sources (src/spa.ts). */
export const pwaPaths = ['/manifest.webmanifest', '/service-worker.js', '/icons/*']
