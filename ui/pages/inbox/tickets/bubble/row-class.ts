import { classes } from '../../../../lib/classes'

/**
 * Place of a bubble or album in its row. The button that leads to the newest message stands in the margin of own
 * messages, so that it covers no text and no marks.
 */
export const rowClass = (fromMe: boolean, first: boolean): string =>
  classes(
    'flex flex-col pl-3 sm:pl-6',
    fromMe ? 'items-end pr-11 @lg/conversation:pr-14' : 'items-start pr-3 sm:pr-6',
    first ? 'pt-2' : 'pt-0.5',
  )

/** Maximum width of a bubble; in a narrow conversation own messages take the width that the margin costs them. */
export const bubbleWidth = (fromMe: boolean): string =>
  fromMe ? 'max-w-[min(95%,40rem)] @lg/conversation:max-w-[min(88%,40rem)]' : 'max-w-[min(88%,40rem)]'
