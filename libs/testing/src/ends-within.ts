/** Whether `work` ends within `ms`; it goes on if it does not. What it fails with is thrown. */
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
