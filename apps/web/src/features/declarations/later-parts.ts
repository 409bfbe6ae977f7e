/** What a visitor's form needs later or never, in one file: the name of every file weighs on every page. */
export { OwnContracts } from './own-contracts.tsx';
export { ReceiptFile } from './receipt-file.tsx';
export { Summary } from './summary.tsx';
export { WhatComesNext } from './what-comes-next.tsx';
