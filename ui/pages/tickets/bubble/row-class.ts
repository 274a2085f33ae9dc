import { classes } from '../../../lib/classes'

/**
 * Place of a bubble or album in its row. In a wide conversation the button that leads to the newest message stands in
 * the margin of own messages, so that it covers no marks.
 */
export const rowClass = (fromMe: boolean, first: boolean): string =>
  classes(
    'flex flex-col px-3 sm:px-6',
    fromMe ? 'items-end @lg/conversation:pr-14' : 'items-start',
    first ? 'pt-2' : 'pt-0.5',
  )
