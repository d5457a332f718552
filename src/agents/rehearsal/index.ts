// Backend `rehearsal`: what others use of it.

export { type Price, price } from './price.js'
export { type OpenDesk, rehearsal, type Shelf } from './rehearsal.js'
