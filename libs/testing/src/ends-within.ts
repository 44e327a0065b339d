/** Whether `work` ends within `ms`; it continues if it does not. Rejects with the error of `work`. */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    clearTimeout(timer);
  }
}
