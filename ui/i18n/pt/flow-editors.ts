/** Other editors of the same flow; loaded with the flow builder. */
export const flowEditors = {
  editing_one: '{{names}} está editando',
  editing_other: '{{names}} estão editando',
}
