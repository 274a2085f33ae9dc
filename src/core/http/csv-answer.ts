/** A table to be taken away: whole, or as it is made. It is never shown in the browser and never kept by it. */
export const csvAnswer = (fileName: string, body: string | ReadableStream<Uint8Array>) =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
