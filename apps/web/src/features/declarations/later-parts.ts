/**
 * A visitor's form needs these components later or never. They share one file, because every page lists the name
 * of every lazy file.
 */
export { OwnContracts } from './own-contracts.tsx';
export { ReceiptFile } from './receipt-file.tsx';
export { Summary } from './summary.tsx';
export { WhatComesNext } from './what-comes-next.tsx';
