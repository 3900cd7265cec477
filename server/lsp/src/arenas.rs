//! How many heaps the allocator keeps.
//!
//! That of GNU gives threads heaps of their own, eight for each processor, and what one of them was
//! freed of is of no use to the others: after many edits of a long text, most of the memory was free.

/// The heaps that all threads share: few of them allocate at the same time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 2;

/// Has the allocator keep few heaps. To be called before there are threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn limit() {
    // SAFETY: it sets a number, and nothing else runs yet.
    #[allow(unsafe_code)]
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, ARENAS);
    }
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn limit() {}
