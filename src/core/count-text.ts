/** Number with its noun, such as `1 company` and `2 companies`, for lines to the operator. */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
