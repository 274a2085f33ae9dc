/** CSV download, whole or streamed; never displayed or cached by the browser. */
export const csvAnswer = (fileName: string, body: string | ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
